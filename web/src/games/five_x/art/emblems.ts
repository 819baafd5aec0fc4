import type { Component } from 'svelte';
import Amphora from '~icons/game-icons/amphora';
import AztecCalendarSun from '~icons/game-icons/aztec-calendar-sun';
import BullHorns from '~icons/game-icons/bull-horns';
import Cannon from '~icons/game-icons/cannon';
import Caravel from '~icons/game-icons/caravel';
import Chariot from '~icons/game-icons/chariot';
import Church from '~icons/game-icons/church';
import Cobra from '~icons/game-icons/cobra';
import Coliseum from '~icons/game-icons/coliseum';
import CrossedSwords from '~icons/game-icons/crossed-swords';
import DefensiveWall from '~icons/game-icons/defensive-wall';
import Drakkar from '~icons/game-icons/drakkar';
import Galleon from '~icons/game-icons/galleon';
import GoldMine from '~icons/game-icons/gold-mine';
import GreatPyramid from '~icons/game-icons/great-pyramid';
import HorseHead from '~icons/game-icons/horse-head';
import ImperialCrown from '~icons/game-icons/imperial-crown';
import IndianPalace from '~icons/game-icons/indian-palace';
import KnightBanner from '~icons/game-icons/knight-banner';
import Laurels from '~icons/game-icons/laurels';
import QueenCrown from '~icons/game-icons/queen-crown';
import Rocket from '~icons/game-icons/rocket';
import SamuraiHelmet from '~icons/game-icons/samurai-helmet';
import SeaDragon from '~icons/game-icons/sea-dragon';
import SpinningWheel from '~icons/game-icons/spinning-wheel';
import Turban from '~icons/game-icons/turban';
import Unknown from '~icons/game-icons/compass';
import Eiffel from './Eiffel.svelte';

export const cardEmblems: Record<string, Component> = {
  exploit: GoldMine,
  exterminate: CrossedSwords,
  expand: KnightBanner,
  explore: Caravel,
  excavate: Amphora,
  elizabeth: QueenCrown,
  gandhi: SpinningWheel,
  qin: SeaDragon,
  boudicca: Chariot,
  genghis: HorseHead,
  montezuma: AztecCalendarSun,
  cleopatra: Cobra,
  napoleon: Cannon,
  tokugawa: SamuraiHelmet,
  dido: BullHorns,
  erik: Drakkar,
  isabella: Galleon,
  caesar: Laurels,
  catharine: ImperialCrown,
  suleiman: Turban,
};

export const wonderEmblems: Record<string, Component> = {
  A: GreatPyramid,
  B: DefensiveWall,
  C: Coliseum,
  D: Church,
  E: IndianPalace,
  F: Eiffel,
  G: Rocket,
};

export const unknown: Component = Unknown;
