import { isAddressed, type Addressee } from '../../../platform/kernel/http/audience.ts'
import type { NoticeRow } from './notices.sql.ts'

/** Whether somebody may still know what a notice tells: as one who is meant, and of what it names. */
export const maySee = ({ audience, seers }: Pick<NoticeRow, 'audience' | 'seers'>, who: Addressee): boolean =>
  isAddressed(audience, who) && (seers === null || isAddressed(seers, who))

export const unreadOf = <Row extends Pick<NoticeRow, 'read_at'>>(rows: readonly Row[]) =>
  rows.filter(({ read_at }) => read_at === null)
