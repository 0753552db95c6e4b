import type { Names } from './values.ts'

const CALLED = new Map([
  ['aoi a1', 'Lakshadweep'],
  ['list l1', 'Friends'],
  ['port p1', 'Kochi'],
  ['eez e1', 'India "EEZ"'],
  ['infrastructure a1', 'Lakshadweep'],
  ['user u1', 'asha'],
  ['webhook w1', 'Coast guard'],
  ['aoi a2', 'Bay'],
  ['aoi a3', 'Bay'],
])
/** A world of few names: one that is quoted itself, and one that two areas bear. */
export const NAMES: Names = {
  drawn: 'WHOLE',
  nameOf: (kind, id) => CALLED.get(`${kind} ${id}`),
  idsOf: (kind, name) =>
    [...CALLED].flatMap(([key, called]) =>
      called === name && key.startsWith(`${kind} `) ? [key.slice(kind.length + 1)] : [],
    ),
}
