/** A line to a table on this device, as a WebSocket is one to a server's; but it does not break. */
export class DeviceSocket {
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  private line: { send(text: string): void; close(): void } | null = null;

  constructor(table: string) {
    import('./device').then(
      ({ device }) => {
        if (this.readyState === WebSocket.CLOSED) return;
        this.line = device.dial(table, {
          heard: (data) => this.onmessage?.({ data }),
          closed: () => this.end(),
        });
        this.readyState = WebSocket.OPEN;
        this.onopen?.();
      },
      () => this.end(),
    );
  }

  send(text: string): void {
    this.line?.send(text);
  }

  close(): void {
    this.line?.close();
    this.end();
  }

  private end(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.();
  }
}
