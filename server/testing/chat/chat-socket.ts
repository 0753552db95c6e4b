import { WebSocket } from 'ws'
import { until } from '../servers/a-server.ts'

/** Frame from the server: an event, or a reply to a request. */
export type ChatFrame = {
  event?: string
  data: Record<string, unknown>
  broadcast?: { omit_users: unknown; user_id: string; channel_id: string; team_id: string }
  seq?: number
  status?: string
  seq_reply?: number
  error?: { id: string; message: string; status_code: number }
}

/** Socket of the chat that holds every frame it received. */
export type ChatSocket = {
  ws: WebSocket
  frames: ChatFrame[]
  /** Returns the events of a name that came until now. */
  events(name: string): ChatFrame[]
  /** Waits for the first event of a name that a claim holds for. */
  event(name: string, holds?: (frame: ChatFrame) => boolean): Promise<ChatFrame>
  /** Sends a request and waits for its reply. */
  ask(action: string, data?: unknown): Promise<ChatFrame>
  send(action: string, data?: unknown): number
  /** Ends the connection without a goodbye, as a cut of the network does. */
  cut(): void
  close(): void
  closed(): Promise<{ code: number }>
}

export const socketUrl = (base: string, query = '') =>
  `${base.replace(/^http/, 'ws')}/chat/api/v4/websocket${query}`

/** Opens a socket of the chat. `query` begins with a question mark. */
export function openChatSocket(
  base: string,
  headers: Record<string, string> = {},
  query = '',
  options: Record<string, unknown> = {},
): ChatSocket {
  const ws = new WebSocket(socketUrl(base, query), { headers, ...options })
  const frames: ChatFrame[] = []
  let seq = 0
  let ended: { code: number } | undefined
  let failure: Error | undefined
  ws.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()) as ChatFrame))
  ws.on('close', (code: number) => (ended = { code }))
  ws.on('error', (error) => (failure = error))
  const state = () =>
    `${failure?.message ?? ''} ${ended === undefined ? '' : `closed ${ended.code}`} got ${frames
      .slice(-12)
      .map((frame) => frame.event ?? `reply ${frame.seq_reply}`)
      .join(', ')}`
  const send = (action: string, data: unknown = {}) => {
    ws.send(JSON.stringify({ seq: ++seq, action, data }))
    return seq
  }
  const find = async (holds: (frame: ChatFrame) => boolean, words: string) => {
    await until(
      () => frames.some(holds),
      () => `${words}:${state()}`,
      15,
    )
    return frames.find(holds)!
  }
  return {
    ws,
    frames,
    send,
    events: (name) => frames.filter((frame) => frame.event === name),
    event: (name, holds = () => true) =>
      find((frame) => frame.event === name && holds(frame), `the event ${name} arrives`),
    ask: async (action, data) => {
      const mine = send(action, data)
      return find((frame) => frame.seq_reply === mine, `${action} is answered`)
    },
    cut: () => ws.terminate(),
    close: () => ws.close(),
    closed: async () => {
      await until(() => ended !== undefined, 'the socket closes', 15)
      return ended!
    },
  }
}

/** Reads the JSON text inside an event: its post, reaction, thread or draft. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- names what the reader expects
export const inner = <T>(frame: ChatFrame, name: string): T => JSON.parse(frame.data[name] as string) as T
