import path from 'node:path'
import { StartFailure } from './platform/kernel/http/errors.ts'
import type { FilesPlace } from './platform/needs/files.ts'

const FAULT =
  '--files is a folder, or an S3-compatible store like s3://bucket/files?endpoint=https://s3.example:9000&region=us-east-1.'

/**
 * Returns where files are stored: in the data folder, in another that several servers share, or in an S3-compatible
 * store.
 */
export function readFilesPlace(
  text: string | undefined,
  environment: Record<string, string | undefined>,
  { dataFolder, folder, redisUrl }: { dataFolder: string; folder: string; redisUrl: string | undefined },
): FilesPlace {
  const inData = path.join(dataFolder, 'files')
  if (text === undefined && redisUrl !== undefined)
    throw new StartFailure(
      'Several servers need one place for files that all of them reach; name a folder or a store with --files.',
    )
  if (text === undefined) return { folder: inData, s3: null }
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return { folder: path.resolve(folder, text), s3: null }
  if (!URL.canParse(text)) throw new StartFailure(FAULT)
  const { protocol, hostname: bucket, pathname, searchParams, username, password } = new URL(text)
  const { endpoint, region = 'us-east-1', ...others } = Object.fromEntries(searchParams)
  const isPlain = username === '' && password === '' && Object.keys(others).length === 0
  const at = endpoint ?? `https://s3.${region}.amazonaws.com`
  if (protocol !== 's3:' || bucket === '' || !isPlain || !/^https?:\/\/[^/?#@]+$/.test(at))
    throw new StartFailure(FAULT)
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment
  if (!accessKeyId || !secretAccessKey)
    throw new StartFailure(
      'The store of files needs its keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment.',
    )
  const name = decodeURIComponent(pathname).replaceAll(/^\/+|\/+$/g, '')
  if (!/^[\w./-]*$/.test(name)) throw new StartFailure(FAULT)
  const prefix = name === '' ? '' : `${name}/`
  return { folder: inData, s3: { endpoint: at, region, bucket, prefix, accessKeyId, secretAccessKey } }
}
