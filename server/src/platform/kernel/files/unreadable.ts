/** Error of a file that cannot be read, with one sentence for the sender that states why. */
export class Unreadable extends Error {}
