import { later } from '../../../../kit/pages/later.tsx'
import { useComposing } from './composing.store.ts'

const Compose = later(() => import('./Compose.tsx').then((code) => code.Compose))

/** The mail that is being written, over every screen. */
export function ComposeHost() {
  const mail = useComposing((state) => state.mail)
  return mail !== null && <Compose key={mail.key} mail={mail} />
}
