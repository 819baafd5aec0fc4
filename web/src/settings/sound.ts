/** Small sounds of our own: notes, each a frequency in Hz, when it begins and how long it rings, in seconds. */
type Note = [pitch: number, begins: number, rings: number];

const SOUNDS = {
  turn: [
    [587, 0, 0.35],
    [880, 0.13, 0.6],
  ],
  reveal: [
    [196, 0, 0.12],
    [392, 0.05, 0.25],
  ],
  end: [
    [392, 0, 0.4],
    [494, 0.16, 0.4],
    [587, 0.32, 0.4],
    [784, 0.48, 1.2],
  ],
} satisfies Record<string, Note[]>;

export type Sound = keyof typeof SOUNDS;

const LOUDNESS = 0.12;
const SILENCE = 0.0001; // an exponential never gets to 0
const ATTACK = 0.012;
let device: AudioContext | undefined;

/** Nothing before the first touch of the page: browsers forbid it, and say so in the console. */
export function play(sound: Sound): void {
  if (!navigator.userActivation.hasBeenActive) return;
  device ??= new AudioContext();
  void device.resume();
  for (const note of SOUNDS[sound]) ring(device, note);
}

function ring(audio: AudioContext, [pitch, begins, rings]: Note): void {
  const start = audio.currentTime + begins;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(SILENCE, start);
  volume.gain.exponentialRampToValueAtTime(LOUDNESS, start + ATTACK);
  volume.gain.exponentialRampToValueAtTime(SILENCE, start + rings);
  volume.connect(audio.destination);
  const tone = new OscillatorNode(audio, { type: 'triangle', frequency: pitch });
  tone.connect(volume);
  tone.start(start);
  tone.stop(start + rings);
}
