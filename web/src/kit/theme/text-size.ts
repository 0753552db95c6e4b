import { create } from 'zustand'
import { keepStore, oneOf } from '../../store/saved-stores.ts'

/** Sizes of texts; style sheets multiply the type scale by a factor for each. */
export const TEXT_SIZES = ['compact', 'normal', 'wall'] as const
type TextSize = (typeof TEXT_SIZES)[number]

/** Chosen size of all texts in this browser. */
export const useTextSize = create<{ size: TextSize }>(() => ({ size: 'normal' }))
useTextSize.subscribe(({ size }) => {
  document.documentElement.dataset['textSize'] = size
})
keepStore(useTextSize, {
  name: 'ui.texts',
  of: 'browser',
  read: ({ size }) => ({ size }),
  restore: ({ size }) => ({ size: oneOf(['normal', ...TEXT_SIZES], size) }),
})
export const setTextSize = (size: TextSize) => useTextSize.setState({ size })
