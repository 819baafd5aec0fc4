/** Something that is asked of the server: one thing at a time, and what was wrong with the last. */
export class Attempt {
  busy = $state(false);
  problem = $state('');

  readonly make = async (deed: () => Promise<unknown>): Promise<void> => {
    this.busy = true;
    this.problem = '';
    try {
      await deed();
    } catch (error) {
      this.problem = (error as Error).message;
    }
    this.busy = false;
  };
}
