import { api, Refused, type NewStudy } from '../connection/api';
import { growing } from '../connection/growing';
import { forget, ofTab, read, write } from '../connection/storage';
import type { StudyEnded, StudyFindings, StudyLine, StudyPlan } from '../generated/types';

const KEY = 'microciv.study';
/** What this tab runs, under which link, and how many matches it was asked for. */
const OWN = 'microciv.study.own';
/** Milliseconds between two looks for a server that does not answer, and how often it is looked for. */
const AGAIN = 1500;
const OFTEN = 12;

/** A study of this page: as far as the server has told. */
export class Study {
  id = $state<string | null>(null);
  /** How many it was asked for, whatever the form says by now. */
  matches = $state(0);
  plan = $state.raw<StudyPlan | null>(null);
  done = $state(0);
  findings = $state.raw<StudyFindings | null>(null);
  ended = $state<StudyEnded['why'] | null>(null);
  problem = $state('');
  /** The server is silent, and looked for. */
  lost = $state(false);
  running = $derived(this.id !== null && !this.ended && !this.problem);
  #listening: AbortController | null = null;

  /** Begin anew; what ran before is forgotten. */
  async run(wish: NewStudy, link: string): Promise<void> {
    await this.forget();
    const { study } = await api.newStudy(wish);
    this.#begin(study, wish.matches);
    this.#keep(link);
    write(KEY, study);
  }

  /** Go on listening to what ran under this link before the page was loaded again. */
  resume(link: string): void {
    const [id, of, matches] = kept();
    if (id && of === link) this.#begin(id, matches ?? 0);
  }

  /** Has another page of this browser begun a study, as far as is known? */
  get hasOther(): boolean {
    return ![null, this.id].includes(read(KEY));
  }

  async stopOther(): Promise<void> {
    await forgotten(read(KEY));
  }

  async more(matches: number): Promise<void> {
    if (!this.id) return;
    await api.moreMatches(this.id, matches);
    this.matches = matches;
    this.#keep(kept()[1] ?? '');
    this.done = 0;
    this.ended = null;
  }

  async stop(): Promise<void> {
    if (this.id) await api.stopStudy(this.id, false);
  }

  async forget(): Promise<void> {
    this.#listening?.abort();
    const { id } = this;
    this.id = this.plan = this.findings = this.ended = null;
    this.done = 0;
    this.problem = '';
    this.lost = false;
    forget(OWN, ofTab);
    await forgotten(id);
  }

  #keep(link: string): void {
    write(OWN, JSON.stringify([this.id, link, this.matches]), ofTab);
  }

  #begin(id: string, matches: number): void {
    this.id = id;
    this.matches = matches;
    this.#listening = new AbortController();
    void this.#listen(id, this.#listening.signal);
  }

  async #listen(id: string, signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted;) {
      try {
        await growing<StudyLine>(
          `/studies/${id}`,
          (line) => {
            failures = 0;
            this.lost = false;
            this.#take(line);
          },
          signal,
        );
        failures += 1;
      } catch (error) {
        failures += 1;
        this.lost = error instanceof Refused && error.code === 'offline' && failures <= OFTEN;
        if (!this.lost) {
          this.problem = (error as Error).message;
          return;
        }
      }
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }

  #take(line: StudyLine): void {
    switch (line.type) {
      case 'plan':
        this.plan = line;
        this.ended = null;
        break;
      case 'progress':
        this.done = line.done;
        break;
      case 'findings':
        this.findings = line;
        break;
      case 'ended':
        this.ended = line.why;
        break;
      case 'broken':
        this.problem = line.message;
        break;
    }
  }
}

function kept(): [string?, string?, number?] {
  return JSON.parse(read(OWN, ofTab) ?? '[]') as [string?, string?, number?];
}

/** It may have gone by itself. */
async function forgotten(id: string | null): Promise<void> {
  if (!id) return;
  await api.stopStudy(id, true).catch(() => undefined);
  if (read(KEY) === id) forget(KEY);
}
