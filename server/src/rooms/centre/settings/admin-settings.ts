import {
  ADMIN_SETTINGS,
  settingFault,
  type SettingRule,
  type SettingValue,
} from '@samudra/contract/admin-settings'
import type { Misfit } from '@samudra/contract/misfits'
import { tableUpdate } from '@samudra/contract/kind'
import { type AdminSettings } from '@samudra/contract/settings'
import { administered, type Administered } from '../../../platform/kernel/http/admin-values.ts'
import { EVERYONE } from '../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import type { Others } from '../../../platform/kernel/cluster/others.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { readSettings, storeSettings, type SettingRow } from './admin-settings.sql.ts'

const RULES: ReadonlyMap<string, SettingRule> = new Map(ADMIN_SETTINGS.map((rule) => [rule.key, rule]))
export type Changes = Record<string, SettingValue>
type Needs = { db: Db; clock: Clock; send: Send; others: Others; obey: () => void }
/** Topic of changes between processes. */
const TOPIC = 'settings'

/** Settings of the administrators, held in memory: a reader of `values` follows a change at once. */
export class HeldSettings {
  readonly values: Administered
  readonly #needs: Needs
  #rows = new Map<string, SettingRow>()
  #held = new Map<string, SettingValue>()
  version = 1

  constructor(needs: Needs) {
    this.#needs = needs
    needs.others.follow(TOPIC, {
      changed: () => this.load(),
      afresh: async () => {
        const { version } = this
        await this.load()
        return version !== this.version
      },
    })
    this.values = administered(() => this.#held)
  }

  async load(): Promise<void> {
    const { rows, version } = await readSettings(this.#needs.db)
    // A key of another version of the product stays in the table and is not shown.
    const known = rows.filter(({ key }) => RULES.has(key))
    this.#rows = new Map(known.map((row) => [row.key, row]))
    this.#held = new Map(known.map((row) => [row.key, row.value]))
    this.version = version
    this.#needs.obey()
  }

  value(key: string): SettingValue {
    return this.#held.get(key) ?? (RULES.get(key)!.default as SettingValue)
  }

  /** Returns the settings a caller may see: administrators all, others the public keys. */
  shownTo(caller: Caller): AdminSettings {
    const rules = ADMIN_SETTINGS.filter((rule) => caller.isAdmin || rule.public === true)
    const changed = rules.flatMap(({ key }) => this.#rows.get(key) ?? [])
    return {
      values: Object.fromEntries(rules.map(({ key }) => [key, this.value(key)])),
      schema: rules,
      // Who changed what is for administrators.
      changed: Object.fromEntries(
        changed.map((row) => [
          row.key,
          { by: caller.isAdmin ? row.changed_by : '', at: row.changed_at.toISOString() },
        ]),
      ),
      version: this.version,
    }
  }

  /** Returns the changes that differ from the present values; throws VALIDATION when something does not fit. */
  different(changes: Changes): Changes {
    const fields = faultsOf(changes, (key) => changes[key] ?? this.value(key))
    if (fields.length > 0)
      throw new OperationError('VALIDATION', `Check ${labelOf(fields[0]!.field)}: it ${fields[0]!.why}.`, {
        fields,
      })
    return Object.fromEntries(
      Object.entries(changes).filter(
        ([key, value]) => JSON.stringify(value) !== JSON.stringify(this.value(key)),
      ),
    )
  }

  /** Stores changes and notifies every screen; throws VERSION_CONFLICT when the settings are of another version. */
  async store(changes: Changes, expected: number, by: Caller): Promise<void> {
    const { db, clock, send, others } = this.#needs
    const different = this.different(changes)
    const stored =
      expected !== this.version
        ? null
        : Object.keys(different).length === 0
          ? this.version
          : await storeSettings(db, expected, different, by.username, new Date(clock.now()))
    if (stored === null) {
      await this.load()
      throw new OperationError(
        'VERSION_CONFLICT',
        'Another user changed the settings. Reload them and try again.',
        {
          data: this.shownTo(by),
        },
      )
    }
    if (stored === expected) return
    await this.load()
    others.publish(TOPIC, null)
    const ids = Object.keys(different)
    send(tableUpdate, { table: 'admin_settings', op: 'update', ids, version: stored }, EVERYONE)
  }
}

/** Settings that bound each other. */
const TOGETHER: readonly {
  keys: readonly [string, string]
  fits: (one: number, other: number) => boolean
  why: (one: number, other: number) => string
}[] = [
  {
    keys: ['session.warn_before_min', 'session.timeout_min'],
    fits: (warn, timeout) => warn < timeout,
    why: (warn, timeout) => `the warning (${warn} min) must be shorter than the timeout (${timeout} min)`,
  },
  {
    keys: ['ais.retention_raw_days', 'ais.retention_thin_days'],
    fits: (raw, thin) => raw <= thin,
    why: (raw, thin) =>
      `all positions (${raw} days) cannot be stored longer than thinned tracks (${thin} days)`,
  },
]

const labelOf = (key: string) => RULES.get(key)?.label ?? key

function faultsOf(changes: Changes, value: (key: string) => SettingValue): Misfit[] {
  const fields: Misfit[] = []
  for (const [key, wanted] of Object.entries(changes)) {
    const rule = RULES.get(key)
    const why = rule === undefined ? 'is not a setting' : settingFault(rule, wanted)
    if (why !== null) fields.push({ field: key, why })
  }
  if (fields.length > 0) return fields
  for (const { keys, fits, why } of TOGETHER) {
    const touched = keys.find((key) => key in changes)
    const [one, other] = [Number(value(keys[0])), Number(value(keys[1]))]
    if (touched !== undefined && !fits(one, other)) fields.push({ field: touched, why: why(one, other) })
  }
  return fields
}
