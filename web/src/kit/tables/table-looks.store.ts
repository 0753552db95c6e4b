import { create } from 'zustand'
import { keepStore } from '../../store/saved-stores.ts'
import { readLook, USUAL_LOOK, type Look, type View } from './table-look.ts'

type Looks = { looks: Readonly<Record<string, Look>>; views: Readonly<Record<string, readonly View[]>> }

/** Arrangements of tables by this user, and saved views. */
export const useTableLooks = create<Looks>(() => ({ looks: {}, views: {} }))
keepStore(useTableLooks, {
  name: 'ui.tableLooks',
  of: 'user',
  read: ({ looks, views }) => ({ looks, views }),
  restore: ({ looks, views }) => ({
    looks: mapped(looks, readLook),
    views: mapped(views, (held) =>
      (Array.isArray(held) ? held : []).flatMap((one: Partial<View> | null) =>
        typeof one?.name === 'string' && typeof one.search === 'string'
          ? [{ name: one.name, search: one.search, look: readLook(one.look) }]
          : [],
      ),
    ),
  }),
})

const mapped = <T>(held: unknown, read: (value: unknown) => T): Record<string, T> =>
  Object.fromEntries(
    Object.entries(typeof held === 'object' && held !== null ? held : {}).map(([key, value]) => [
      key,
      read(value),
    ]),
  )

export const lookOf = ({ looks }: Looks, table: string) => looks[table] ?? USUAL_LOOK

export const setLook = (table: string, change: Partial<Look>) =>
  useTableLooks.setState((state) => ({
    looks: { ...state.looks, [table]: { ...lookOf(state, table), ...change } },
  }))

/** Saves a view, over one of the same name. */
export const saveView = (table: string, view: View) =>
  useTableLooks.setState(({ views }) => ({
    views: { ...views, [table]: [...(views[table] ?? []).filter(({ name }) => name !== view.name), view] },
  }))

export const dropView = (table: string, name: string) =>
  useTableLooks.setState(({ views }) => ({
    views: { ...views, [table]: (views[table] ?? []).filter((one) => one.name !== name) },
  }))
