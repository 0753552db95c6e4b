import type { ZoneGeometry } from '@samudra/contract/zones'
import { create } from 'zustand'
import { openPanel } from './workbench/workbench.store.ts'

export const EXPORT_PANEL = 'export'

/** Vessels whose tracks a user requests as a file; null for everything in the view. Times are epoch ms. */
export type ExportWish = {
  label: string
  mmsis?: string[]
  area?: ZoneGeometry
  from?: number
  to?: number
}

export const useExportWish = create<{ wish: ExportWish | null }>(() => ({ wish: null }))

/** Opens the panel that writes tracks into files, for these ships or this area. */
export function wishExport(wish: ExportWish) {
  useExportWish.setState({ wish })
  openPanel(EXPORT_PANEL)
}
