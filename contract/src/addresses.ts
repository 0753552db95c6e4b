/** Addresses that a page uses; null for its own origin. Paths follow them: `/api/v4`, `/api/v4/websocket`, `/api/v4/files`. */
export type PageAddresses = {
  chat: string | null
  chatSocket: string | null
  chatFiles: string | null
  video: string | null
}

/** Name of the meta element of the page with its addresses as JSON. */
export const ADDRESSES_META = 'samudra-addresses'
