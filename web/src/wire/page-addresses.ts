import { ADDRESSES_META, type PageAddresses } from '@samudra/contract/addresses'

const OWN: PageAddresses = { chat: null, chatSocket: null, chatFiles: null, video: null }

/** Returns the addresses that the page was served with; those of its own origin are null. */
export function pageAddresses(): PageAddresses {
  const written = document.querySelector<HTMLMetaElement>(`meta[name="${ADDRESSES_META}"]`)?.content
  return written === undefined ? OWN : { ...OWN, ...(JSON.parse(written) as Partial<PageAddresses>) }
}
