import { create } from 'zustand'

/** The place of which it is shown what is usual. */
export const useUsualPlace = create<{ query: { lat: number; lon: number } | null }>(() => ({ query: null }))
export const queryBaseline = (lat: number, lon: number) =>
  useUsualPlace.setState({ query: { lat, lon: ((((lon + 180) % 360) + 360) % 360) - 180 } })
export const closeUsual = () => useUsualPlace.setState({ query: null })
