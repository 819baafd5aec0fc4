// Written by tools/export_card_set.py from the table of the game. Do not edit.

/** A name of the vocabulary of effects, and its parameters. */
export type Effect = (string | number)[];

/** One kind of card as the table prints it. */
export interface CardRow {
  id: string;
  name: string;
  type: string;
  cost: number;
  copies: number;
  effects: Effect[];
  F: number;
  H: number;
  C: number;
  attacks: boolean;
  blocks: string[];
  damage: Effect[];
  breach: number;
  source: string;
}

export const PRINTED: CardRow[] = [
  {"id": "B01", "name": "Granary", "type": "building", "cost": 7, "copies": 4, "effects": [["double_base", "F"]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "named"},
  {"id": "B02", "name": "Forge", "type": "building", "cost": 8, "copies": 4, "effects": [["double_base", "H"]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "name-only"},
  {"id": "B03", "name": "Market", "type": "building", "cost": 8, "copies": 4, "effects": [["double_base", "C"]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "B04", "name": "Library", "type": "building", "cost": 6, "copies": 3, "effects": [["culture", 1], ["discount", "tech", 1]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "named"},
  {"id": "B05", "name": "Monastery", "type": "building", "cost": 5, "copies": 3, "effects": [["culture", 2]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "named"},
  {"id": "B06", "name": "Temple", "type": "building", "cost": 5, "copies": 3, "effects": [["culture", 1], ["happiness", 1]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "B07", "name": "Colosseum", "type": "building", "cost": 6, "copies": 3, "effects": [["happiness", 2]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "B08", "name": "Theatre", "type": "building", "cost": 6, "copies": 3, "effects": [["culture", 2], ["happiness", 1]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "B09", "name": "Aqueduct", "type": "building", "cost": 7, "copies": 3, "effects": [["discount", "population", 1]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "B10", "name": "City Walls", "type": "building", "cost": 5, "copies": 4, "effects": [["bounce", 1], ["wall"]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "named"},
  {"id": "W01", "name": "Stonehenge", "type": "wonder", "cost": 11, "copies": 1, "effects": [["culture", 2]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "W02", "name": "Great Wall", "type": "wonder", "cost": 12, "copies": 1, "effects": [["bounce", 1], ["culture", 1]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "named"},
  {"id": "W03", "name": "Oracle", "type": "wonder", "cost": 12, "copies": 1, "effects": [["culture", 1], ["draw", 3]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "W04", "name": "Temple of Artemis", "type": "wonder", "cost": 13, "copies": 1, "effects": [["happiness", 2]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "W05", "name": "Parthenon", "type": "wonder", "cost": 13, "copies": 1, "effects": [["culture", 3]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "W06", "name": "Great Lighthouse", "type": "wonder", "cost": 14, "copies": 1, "effects": [["income", "C", 2]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "W07", "name": "Pyramids", "type": "wonder", "cost": 14, "copies": 1, "effects": [["income", "H", 2]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "name-only"},
  {"id": "W08", "name": "Colossus", "type": "wonder", "cost": 15, "copies": 1, "effects": [["income_per_plot", "C", 1]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "W09", "name": "Hanging Gardens", "type": "wonder", "cost": 15, "copies": 1, "effects": [["grow", 1], ["happiness", 1]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "W10", "name": "Great Library", "type": "wonder", "cost": 15, "copies": 1, "effects": [["culture", 2], ["discount", "tech", 1]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "W11", "name": "Notre Dame", "type": "wonder", "cost": 16, "copies": 1, "effects": [["culture", 1], ["happiness", 3]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "W12", "name": "Sistine Chapel", "type": "wonder", "cost": 16, "copies": 1, "effects": [["culture", 4]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "U01", "name": "Archers", "type": "unit", "cost": 0, "copies": 6, "effects": [], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": ["Spearmen", "Axemen", "Swordsmen", "Catapult"], "damage": [], "breach": 0, "source": "named"},
  {"id": "U02", "name": "Spearmen", "type": "unit", "cost": 0, "copies": 6, "effects": [], "F": 0, "H": 0, "C": 0, "attacks": true, "blocks": ["Chariot"], "damage": [["steal_population", 1]], "breach": 0, "source": "named"},
  {"id": "U03", "name": "Axemen", "type": "unit", "cost": 0, "copies": 6, "effects": [], "F": 0, "H": 0, "C": 0, "attacks": true, "blocks": ["Spearmen", "Axemen", "Swordsmen"], "damage": [["destroy_building", 1]], "breach": 0, "source": "named"},
  {"id": "U04", "name": "Chariot", "type": "unit", "cost": 0, "copies": 5, "effects": [], "F": 0, "H": 0, "C": 0, "attacks": true, "blocks": [], "damage": [["steal_population", 1]], "breach": 0, "source": "named"},
  {"id": "U05", "name": "Swordsmen", "type": "unit", "cost": 0, "copies": 5, "effects": [], "F": 0, "H": 0, "C": 0, "attacks": true, "blocks": [], "damage": [["steal_population", 1], ["destroy_building", 1]], "breach": 0, "source": "named"},
  {"id": "U06", "name": "Catapult", "type": "unit", "cost": 0, "copies": 3, "effects": [], "F": 0, "H": 0, "C": 0, "attacks": true, "blocks": [], "damage": [], "breach": 1, "source": "named"},
  {"id": "R01", "name": "Corn", "type": "goods", "cost": 0, "copies": 6, "effects": [], "F": 2, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "R02", "name": "Copper", "type": "goods", "cost": 0, "copies": 6, "effects": [], "F": 0, "H": 2, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "R03", "name": "Furs", "type": "goods", "cost": 0, "copies": 6, "effects": [], "F": 0, "H": 0, "C": 2, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "R04", "name": "Cattle", "type": "goods", "cost": 0, "copies": 3, "effects": [], "F": 3, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "R05", "name": "Iron", "type": "goods", "cost": 0, "copies": 3, "effects": [], "F": 0, "H": 3, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "R06", "name": "Gold", "type": "goods", "cost": 0, "copies": 3, "effects": [], "F": 0, "H": 0, "C": 3, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "T01", "name": "Agriculture", "type": "tech", "cost": 9, "copies": 1, "effects": [["gain_per_plot", "F", 1]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "T02", "name": "Mining", "type": "tech", "cost": 9, "copies": 1, "effects": [["gain_per_plot", "H", 1]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "named"},
  {"id": "T03", "name": "Pottery", "type": "tech", "cost": 9, "copies": 1, "effects": [["gain_per_plot", "C", 1]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "T04", "name": "Mysticism", "type": "tech", "cost": 9, "copies": 1, "effects": [["culture", 1]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "T05", "name": "Writing", "type": "tech", "cost": 10, "copies": 1, "effects": [["steal_card", 1]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "named"},
  {"id": "T06", "name": "Animal Husbandry", "type": "tech", "cost": 11, "copies": 1, "effects": [["income", "F", 1]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "T07", "name": "Bronze Working", "type": "tech", "cost": 11, "copies": 1, "effects": [["income", "H", 1]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "T08", "name": "Alphabet", "type": "tech", "cost": 11, "copies": 1, "effects": [["income", "C", 1]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "T09", "name": "Masonry", "type": "tech", "cost": 11, "copies": 1, "effects": [["discount", "wonder", 2]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "T10", "name": "Priesthood", "type": "tech", "cost": 11, "copies": 1, "effects": [["culture", 1], ["happiness", 1]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "T11", "name": "Code of Laws", "type": "tech", "cost": 11, "copies": 1, "effects": [["steal_resources", 3]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "named"},
  {"id": "T12", "name": "Sailing", "type": "tech", "cost": 12, "copies": 1, "effects": [["discount", "plot", 4]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "T13", "name": "Mathematics", "type": "tech", "cost": 12, "copies": 1, "effects": [["discount", "tech", 1]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "T14", "name": "Currency", "type": "tech", "cost": 12, "copies": 1, "effects": [["bank_rate", 2]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "T15", "name": "Monarchy", "type": "tech", "cost": 12, "copies": 1, "effects": [["happiness", 2]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "T16", "name": "Drama", "type": "tech", "cost": 12, "copies": 1, "effects": [["culture", 2]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "T17", "name": "Construction", "type": "tech", "cost": 12, "copies": 1, "effects": [["discount", "building", 2]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "T18", "name": "Calendar", "type": "tech", "cost": 13, "copies": 1, "effects": [["discount", "population", 1]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "T19", "name": "Philosophy", "type": "tech", "cost": 13, "copies": 1, "effects": [["culture", 1], ["draw", 3]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "T20", "name": "Engineering", "type": "tech", "cost": 15, "copies": 1, "effects": [["places", 2]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "named"},
  {"id": "T21", "name": "Metal Casting", "type": "tech", "cost": 14, "copies": 1, "effects": [["income", "H", 2]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "T22", "name": "Civil Service", "type": "tech", "cost": 14, "copies": 1, "effects": [["income", "F", 2]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "T23", "name": "Astronomy", "type": "tech", "cost": 14, "copies": 1, "effects": [["extra_draw", 1]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "named"},
  {"id": "T24", "name": "Music", "type": "tech", "cost": 14, "copies": 1, "effects": [["culture", 3]], "F": 0, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "P01", "name": "Grassland", "type": "plot", "cost": 0, "copies": 4, "effects": [], "F": 2, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "P02", "name": "Flood Plain", "type": "plot", "cost": 0, "copies": 2, "effects": [], "F": 3, "H": 0, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "P03", "name": "Forest", "type": "plot", "cost": 0, "copies": 4, "effects": [], "F": 0, "H": 2, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "P04", "name": "Quarry Hill", "type": "plot", "cost": 0, "copies": 2, "effects": [], "F": 0, "H": 3, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "P05", "name": "River Bank", "type": "plot", "cost": 0, "copies": 4, "effects": [], "F": 0, "H": 0, "C": 2, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "P06", "name": "Gem Field", "type": "plot", "cost": 0, "copies": 2, "effects": [], "F": 0, "H": 0, "C": 3, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "P07", "name": "Plains", "type": "plot", "cost": 0, "copies": 4, "effects": [], "F": 1, "H": 1, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "P08", "name": "Pasture", "type": "plot", "cost": 0, "copies": 1, "effects": [], "F": 2, "H": 1, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "P09", "name": "Wooded Plain", "type": "plot", "cost": 0, "copies": 1, "effects": [], "F": 1, "H": 2, "C": 0, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "P10", "name": "Coast", "type": "plot", "cost": 0, "copies": 4, "effects": [], "F": 1, "H": 0, "C": 1, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "P11", "name": "Fishing Bay", "type": "plot", "cost": 0, "copies": 1, "effects": [], "F": 2, "H": 0, "C": 1, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "P12", "name": "Oasis", "type": "plot", "cost": 0, "copies": 1, "effects": [], "F": 1, "H": 0, "C": 2, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "P13", "name": "Hill Country", "type": "plot", "cost": 0, "copies": 4, "effects": [], "F": 0, "H": 1, "C": 1, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "P14", "name": "Marble Hill", "type": "plot", "cost": 0, "copies": 1, "effects": [], "F": 0, "H": 2, "C": 1, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
  {"id": "P15", "name": "Gold Hill", "type": "plot", "cost": 0, "copies": 1, "effects": [], "F": 0, "H": 1, "C": 2, "attacks": false, "blocks": [], "damage": [], "breach": 0, "source": "reconstructed"},
];
