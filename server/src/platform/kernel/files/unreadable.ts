/** A file that cannot be read, with one sentence that says why to who sent it. */
export class Unreadable extends Error {}
