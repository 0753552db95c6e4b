import {
  addMapProfile,
  changeMapProfile,
  deleteMapProfile,
  getAdminSettings,
  getMapProfiles,
  getReleaseNotes,
  markReleaseNotesRead,
  staticPage,
  updateAdminSettings,
  updateMapProfile,
  updateStatic,
  uploadStaticPdf,
} from '@samudra/contract/settings'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import type { Sea } from '../../../../testing/parameters/sea.ts'

const STATIC = 'server/src/rooms/centre/settings/static.test.ts'
const NOTES = 'server/src/rooms/centre/settings/release-notes.test.ts'
const PROFILE = {
  name: 'View',
  scope: 'PRIVATE' as const,
  is_default: false,
  base: 'DARK' as const,
  center: [72, 10] as [number, number],
  zoom: 6,
  rotation: 0,
  layers: [{ id: 'vessels', visible: true, opacity: 1, order: 1 }],
  view: {},
}
const profileFields = { center: [73, 10] }
const aProfile = async ({ call }: Sea) => ({ id: (await call(addMapProfile, PROFILE)).id })

export const CASES = [
  parameterCase(updateStatic, {
    base: async ({ call }) => ({
      key: 'help',
      title: 'Help',
      body_md: 'x',
      expected_version: (await call(staticPage, { key: 'help' })).version,
    }),
  }),
  parameterCase(uploadStaticPdf, { elsewhere: STATIC }),
  parameterCase(getMapProfiles, { base: async (sea) => (await aProfile(sea), await aProfile(sea), {}) }),
  parameterCase(addMapProfile, { base: () => structuredClone(PROFILE), other: profileFields }),
  parameterCase(updateMapProfile, {
    base: async (sea) => ({ ...(await aProfile(sea)), expected_version: 1, ...structuredClone(PROFILE) }),
    other: profileFields,
  }),
  parameterCase(deleteMapProfile, { base: aProfile }),
  parameterCase(changeMapProfile, { base: aProfile }),
  parameterCase(updateAdminSettings, {
    base: async ({ call }) => ({
      changes: { 'map.max_zoom': 17 },
      expected_version: (await call(getAdminSettings, {})).version,
      dry_run: true,
    }),
    other: { changes: { 'map.max_zoom': 16 } },
  }),
  parameterCase(getReleaseNotes, { elsewhere: NOTES }),
  parameterCase(markReleaseNotesRead, { elsewhere: NOTES }),
]
