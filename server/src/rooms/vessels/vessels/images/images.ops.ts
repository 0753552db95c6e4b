import { createHash } from 'node:crypto'
import {
  getVesselImage,
  getVesselImageFile,
  getVesselImg,
  LARGEST_VESSEL_IMAGE,
  removeVesselImage,
  uploadVesselImage,
  type VesselImage,
} from '@samudra/contract/vessel-images'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import type { FileKind, FilesOf } from '../../../../platform/kernel/files/file-store.ts'
import { Download, handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import { pageOf } from '../../../../platform/kernel/http/pages.ts'
import { isPicture, THUMBNAIL_TYPE } from '../../../../platform/kernel/files/thumbnail.ts'
import type { Known, Register } from '../register.ts'
import { presentVessel } from '../visible-claims.ts'
import { deleteImage, insertImage, readImages } from './images.sql.ts'

/** Kind of vessel images, visible to users who see the vessel; each check queries the register in the database. */
export const IMAGE_FILES: FileKind = {
  name: 'vessel_image',
  largest: LARGEST_VESSEL_IMAGE,
  takes: 'SAFE',
  isOfUsers: true,
  isSeen: () => false,
}

type Needs = { register: Register; files: FilesOf }
type Image = Awaited<ReturnType<typeof readImages>>[number]

export const imageOps = (needs: Needs): Handled[] => [
  upload(needs),
  list(needs),
  img(needs),
  bytes(needs),
  remove(needs),
]

const isOwn = ({ by_id }: Pick<Image, 'by_id'>, caller: Caller) => caller.isAdmin || by_id === caller.userId

function present(image: Image, { id, claims }: Known, caller: Caller): VesselImage {
  const url = `/api/v2/vessels/${id}/images/${image.file_id}`
  return {
    id: image.file_id,
    mmsi: presentVessel(id, claims).mmsi,
    name: image.name,
    url,
    thumb: `${url}?small=true`,
    taken_at: image.taken_at?.toISOString() ?? null,
    uploaded_at: image.uploaded_at.toISOString(),
    uploaded_by: image.by_name,
    author: image.author,
    licence: image.licence,
    source: image.source,
    sha256: image.hash,
    size: image.size,
    match_confidence: 1,
    mine: isOwn(image, caller),
  }
}

const upload = ({ register, files }: Needs) =>
  handle(uploadVesselImage, async ({ input, caller, bytes: sent, record }) => {
    const { mmsi, name, taken_at, ...values } = input
    record({ objectType: 'vessel_image' })
    const known = await register.find(mmsi, caller)
    return files.receive({ name, by: caller.userId, bytes: sent }, async (come, keep) => {
      if (!isPicture(come.type))
        throw new OperationError('BAD_FORMAT', 'This file is not an image; send a PNG, JPEG, GIF or WebP.', {
          fields: [{ field: 'name', why: 'is not an image' }],
        })
      if (come.why !== null)
        throw new OperationError('BAD_FORMAT', come.why, {
          fields: [{ field: 'name', why: 'cannot be read' }],
        })
      const file = await keep({ on: String(known.id) })
      const row = {
        ...values,
        file_id: file.id,
        vessel_id: known.id,
        name: come.name,
        taken_at: taken_at === null ? null : new Date(taken_at),
        by_id: caller.userId,
        by_name: caller.username,
        uploaded_at: file.at,
      }
      await insertImage(register.needs.db, row)
      const shown = present({ ...row, hash: file.hash, size: come.size }, known, caller)
      record({ objectId: file.id, after: shown })
      return shown
    })
  })

const list = ({ register }: Needs) =>
  handle(getVesselImage, async ({ input: { mmsi, ...paging }, caller }) => {
    const known = await register.find(mmsi, caller)
    const { db, clock } = register.needs
    const page = pageOf(await readImages(db, known.members), paging, clock.now())
    return { ...page, items: page.items.map((one) => present(one, known, caller)) }
  })

const img = ({ register, files }: Needs) =>
  handle(getVesselImg, async ({ input, caller }) => {
    const known = await register.find(input.id, caller)
    const [newest] = await readImages(register.needs.db, known.members)
    const [file] = newest === undefined ? [] : await files.byId([newest.file_id])
    if (newest === undefined || file === undefined)
      throw new OperationError('NOT_FOUND', 'This vessel has no picture.')
    const parts: Uint8Array[] = []
    for await (const part of await files.thumbnail(file, caller.userId)) parts.push(part)
    const delivered = Buffer.concat(parts)
    return {
      content_type: THUMBNAIL_TYPE,
      data: delivered.toString('base64'),
      sha256: createHash('sha256').update(delivered).digest('hex'),
      source: newest.source,
      taken_at: newest.taken_at?.toISOString() ?? null,
    }
  })

/** Returns an image of a vessel visible to the caller. Throws NOT_FOUND. */
async function findImage(
  { register, files }: Needs,
  { mmsi, id }: { mmsi: string; id: string },
  caller: Caller,
) {
  const known = await register.find(mmsi, caller)
  const image = (await readImages(register.needs.db, known.members)).find(({ file_id }) => file_id === id)
  const [file] = image === undefined ? [] : await files.byId([id])
  if (image === undefined || file === undefined)
    throw new OperationError('NOT_FOUND', 'This picture does not exist any more.')
  return { image, file, known }
}

const bytes = (needs: Needs) =>
  handle(getVesselImageFile, async ({ input, caller }) => {
    const { image, file } = await findImage(needs, input, caller)
    const { name } = image
    if (input.small === true)
      return new Download(
        { name, content_type: THUMBNAIL_TYPE },
        await needs.files.thumbnail(file, caller.userId),
      )
    return new Download({ name, content_type: file.type }, await needs.files.read(file))
  })

const remove = (needs: Needs) =>
  handle(removeVesselImage, async ({ input, caller, record }) => {
    record({ objectType: 'vessel_image', objectId: input.id, reason: input.reason ?? '' })
    const { image, known } = await findImage(needs, input, caller)
    if (!isOwn(image, caller))
      throw new OperationError(
        'FORBIDDEN',
        'Only the user who added this picture or an administrator may remove it.',
      )
    record({ before: present(image, known, caller) })
    await deleteImage(needs.register.needs.db, input.id)
    await needs.files.forget([input.id])
    return { id: input.id }
  })
