/** Fault of a rule that cannot be evaluated; the message states what to change. */
export class RuleFault extends RangeError {}
