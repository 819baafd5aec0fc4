import type {
  CivCardGameObservation,
  CivCardGameSeatSeen,
  Observation,
} from '../../generated/types';

export type { PlotSeen, UnitSeen } from '../../generated/types';
export type SeatSeen = CivCardGameSeatSeen;
export type CivSeen = CivCardGameObservation;

export function asCiv(seen: Observation): CivSeen {
  return seen as CivSeen;
}
