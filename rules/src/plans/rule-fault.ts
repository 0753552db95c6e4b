/** A rule that cannot be evaluated; the message says what to change. */
export class RuleFault extends RangeError {}
