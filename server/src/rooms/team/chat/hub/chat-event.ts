/** Event for clients of the chat server, as plain data that other processes deliver, too. */
export type ChatEvent = {
  event: string
  data: Record<string, unknown>
  /** Members of this channel at the moment of delivery. */
  channel?: string
  /** These users, by chat id; also when they are not members. */
  users?: readonly string[]
  /** The channel is only named; recipients are the users alone. */
  onlyUsers?: true
  /** Every connected user. */
  isForAll?: true
  team?: string
  omit?: readonly string[]
  /** Recipients that the event names in `mentions`, and those named in `followers`. */
  mentions?: readonly string[]
  followers?: readonly string[]
  /** True for an event of the moment: dropped for a client that lags, and not repeated after a reconnect. */
  isFleeting?: true
  /** Create time of a post, whose arrival at open screens is noted, epoch ms. */
  deliveredAt?: number
}
