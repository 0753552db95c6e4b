import { getAdminSettings, updateAdminSettings } from '@samudra/contract/settings'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Entry, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Changes, HeldSettings } from './admin-settings.ts'
import { effectsOf, type Measured } from './effects.ts'

export const adminSettingsOps = (held: HeldSettings, measured: Measured): Handled[] => [
  handle(getAdminSettings, async ({ caller }) => held.shownTo(caller)),
  handle(updateAdminSettings, async ({ input, caller, record }) => {
    const different = held.different(input.changes)
    const effects = await effectsOf(different, (key) => held.value(key), measured)
    record({ ...entryOf(held, different), ...(input.reason === undefined ? {} : { reason: input.reason }) })
    if (input.dry_run === true) {
      // A dry run leaves the settings unchanged; its record states so.
      record({ after: { dry_run: true, ...different } })
      if (input.expected_version !== held.version)
        throw new OperationError(
          'VERSION_CONFLICT',
          'Another user changed the settings. Reload them and try again.',
          {
            data: held.shownTo(caller),
          },
        )
    } else await held.store(different, input.expected_version, caller)
    return { ...held.shownTo(caller), effects }
  }),
]

/** Changes settings for another room, whatever their version: the last word counts. */
export async function changeSettings(held: HeldSettings, changes: Changes, by: Caller): Promise<void> {
  for (let tries = 0; ; tries++)
    try {
      return await held.store(changes, held.version, by)
    } catch (error) {
      if (tries === 3 || !(error instanceof OperationError && error.code === 'VERSION_CONFLICT')) throw error
    }
}

const entryOf = (held: HeldSettings, different: Changes): Entry => ({
  objectType: 'admin_settings',
  objectId: 'admin_settings',
  before: Object.fromEntries(Object.keys(different).map((key) => [key, held.value(key)])),
  after: different,
})
