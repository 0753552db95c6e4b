import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Place } from '../../src/platform/needs/files.ts'
import { until } from './a-server.ts'
import { freePort } from '../seas/ports.ts'

const KEYS = { accessKeyId: 'test:tester', secretAccessKey: 'testing' }
const RINGS = ['account', 'container', 'object']
const BINARY = (name: string) => `/usr/bin/swift-${name}`
const run = promisify(execFile)

/**
 * Returns whether OpenStack Swift is installed (swift-proxy, -account, -container, -object of Debian) and may be run.
 */
export const hasSwift = () =>
  process.getuid?.() === 0 &&
  [...RINGS, 'proxy']
    .map((name) => `${name}-server`)
    .map(BINARY)
    .every(existsSync)

/** OpenStack Swift with its S3 interface, on loopback, in a folder of its own. */
export async function aSwift(): Promise<{ place: S3Place; close(): Promise<void> }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-swift-'))
  mkdirSync(path.join(folder, 'srv', 'd1'), { recursive: true })
  const [proxyPort, ...ports] = await Promise.all(['proxy', ...RINGS].map(freePort))
  const children: ChildProcess[] = []
  const begin = (name: string, port: number, rest: string) => {
    const file = path.join(folder, `${name}.conf`)
    writeFileSync(file, `${common(folder, port)}\n${rest}`)
    children.push(spawn(BINARY(`${name}-server`), [file], { stdio: 'ignore' }))
  }
  await run('/usr/bin/python3', ['-c', MAKE_RINGS, folder, ...RINGS.map((name, n) => `${name}:${ports[n]!}`)])
  for (const [n, name] of RINGS.entries())
    begin(
      name,
      ports[n]!,
      `[pipeline:main]\npipeline = ${name}-server\n[app:${name}-server]\nuse = egg:swift#${name}\n`,
    )
  begin('proxy', proxyPort!, PROXY)
  const endpoint = `http://127.0.0.1:${proxyPort}`
  // If queried before the servers behind it answer, the proxy would not use them for a minute.
  const answers = (port: number) => () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
  for (const port of [...ports, proxyPort!]) await until(answers(port), 'Swift answers', 60)
  const place = { endpoint, region: 'us-east-1', bucket: 'samudra', prefix: 'files/', ...KEYS }
  await until(() => makeBucket(place), 'there is a bucket', 60)
  const close = async () => {
    await Promise.all(
      children.map((child) => {
        const ended = new Promise((resolve) => child.once('close', resolve))
        child.kill('SIGKILL')
        return ended
      }),
    )
    rmSync(folder, { recursive: true, force: true })
  }
  return { place, close }
}

/** In one go: a start of Python for each step takes longer than all of them. */
const MAKE_RINGS = `
import sys
from swift.common.ring import RingBuilder
for name, port in (one.split(':') for one in sys.argv[2:]):
    builder = RingBuilder(2, 1, 0)
    at = {'ip': '127.0.0.1', 'port': int(port), 'replication_ip': '127.0.0.1', 'replication_port': int(port)}
    builder.add_dev({'region': 1, 'zone': 1, 'device': 'd1', 'weight': 1.0, **at})
    builder.rebalance()
    builder.get_ring().save(f'{sys.argv[1]}/{name}.ring.gz')
`

async function makeBucket({ endpoint, bucket, region, ...keys }: S3Place): Promise<boolean> {
  const url = `${endpoint}/${bucket}`
  const { headers } = await new AwsV4Signer({ method: 'PUT', url, region, service: 's3', ...keys }).sign()
  return (await fetch(url, { method: 'PUT', headers })).ok
}

const common = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = root
swift_dir = ${folder}
devices = ${folder}/srv
mount_check = false
disable_fallocate = true
fallocate_reserve = 0`

const PROXY = `[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats s3api tempauth proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:cache]
use = egg:swift#memcache
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
`
