import {
  checkImport,
  commitImport,
  getImport,
  startImport,
  uploadImportPart,
  type ImportJob,
} from '@samudra/contract/exchange'
import { until, type TestServer } from '../servers/a-server.ts'
import { upload } from '../samples/uploads.ts'

/** Uploads a file and looks into it. */
export async function brought(
  sea: TestServer,
  name: string,
  bytes: Uint8Array,
  sources: 'AS_IN_FILE' | 'IMPORT' = 'AS_IN_FILE',
): Promise<ImportJob> {
  const { id } = await sea.call(startImport, { name, size: bytes.length, sources })
  await upload(sea.base, sea.token, uploadImportPart, { id, offset: 0 }, bytes)
  await sea.call(checkImport, { id })
  return ended(sea, id, 'CHECKING')
}
/** Waits until a step is over. */
export async function ended(sea: TestServer, id: string, running: ImportJob['state']): Promise<ImportJob> {
  await until(async () => (await sea.call(getImport, { id })).state !== running, `${running} ends`)
  return sea.call(getImport, { id })
}
/** Stores an import, whatever comes of it. */
export async function committed(sea: TestServer, id: string) {
  await sea.call(commitImport, { id })
  return ended(sea, id, 'COMMITTING')
}
