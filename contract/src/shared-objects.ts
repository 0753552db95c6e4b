import { z } from 'zod'
import { Id } from './kernel.ts'
import { listing, Visibility } from './objects.ts'

/** Common parts of the list of objects that users own and share with a group or the centre. */
export const sharedList = {
  bounded: 'PAGE',
  who: 'user',
  cut: 'group',
  past: 'AS_OF',
  example: {},
  input: z.object(listing),
} as const

/** Common parts of saving such an object. */
export const sharedSave = { bounded: 'ONE', who: 'user', cut: 'own', leaves: 'change' } as const
/** Returns the input of saving: a new object without `id`, with `id` and `expected_version` a change of all fields. */
export const sharedInput = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.object({
    id: Id.optional(),
    expected_version: z.number().optional(),
    ...fields,
    visibility: Visibility,
  })

/** Common parts of the deletion of such an object. */
export const sharedDelete = {
  ...sharedSave,
  example: { id: 'none' },
  input: z.object({ id: Id, reason: z.string().max(500).optional() }),
  output: z.object({ id: z.string() }),
} as const
