/** Counts since the creation of a decoder. */
export type DecoderCounters = {
  /** VDM and VDO sentences. */
  sentences: number
  /** Complete messages handed on. */
  messages: number
  badChecksum: number
  /** Wrong or unfinished tag blocks; their sentences are decoded without time and station. */
  badTagChecksum: number
  /** AIS sentences that break the format, and messages too short for their type or of a number of ten digits. */
  malformed: number
  /** Lines that hold no AIS sentence. */
  notAis: number
  /** Messages given up because a part never came. */
  incomplete: number
  /** Messages of several sentences whose parts came again while they were at hand. */
  repeated: number
  /** Lines too long to be a sentence, thrown away. */
  overflow: number
  /** Number of sentences whose station name could not be stored. */
  stationsRefused: number
  /** Messages by type, 0-63. */
  readonly byType: Uint32Array
}

export const newCounters = (): DecoderCounters => ({
  sentences: 0,
  messages: 0,
  badChecksum: 0,
  badTagChecksum: 0,
  malformed: 0,
  notAis: 0,
  incomplete: 0,
  repeated: 0,
  overflow: 0,
  stationsRefused: 0,
  byType: new Uint32Array(64),
})
