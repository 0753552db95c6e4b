import path from 'node:path'
import { ARCHIVES } from '@samudra/basemap/archives'
import { BASE_LAYERS, getBaseLayers, type BaseLayer } from '@samudra/contract/map'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import type { Log } from '../../../platform/kernel/text/log.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import { UpstreamTiles, type Tile, type UpstreamLayer } from '../../../platform/kernel/http/upstream-tiles.ts'
import { Archive } from './tiles.ts'

const DAY_S = 86_400
const MAX_ZOOM = 22

/** The charts under the picture: our own archives and, through us, the operator's tile servers. */
export function serveCharts(needs: {
  http: FastifyInstance
  log: Log
  archivesFolder: string
  cacheFolder: string
  upstream: UpstreamLayer[]
}): { ops: Handled[]; close: () => Promise<void> } {
  const { http, log, cacheFolder } = needs
  const archives = new Map(
    ARCHIVES.map((one) => [
      one.id as string,
      new Archive(path.join(needs.archivesFolder, one.file), one.kind),
    ]),
  )
  const upstream = new Map(
    needs.upstream.map((layer) => [slugOf(layer.id), new UpstreamTiles(layer, cacheFolder)]),
  )
  http.get<{ Params: { id: string; z: string; y: string; x: string } }>(
    '/tiles/:id/:z/:y/:x',
    async (request, reply) => {
      const { id } = request.params
      const [z, y, x] = [request.params.z, request.params.y, request.params.x].map(Number)
      if (!isTile(z!, x!, y!)) return reply.code(400).send('The path is /tiles/{id}/{z}/{y}/{x}.')
      const source = archives.get(id) ?? upstream.get(id)
      if (source === undefined) return reply.code(404).send('This base layer does not exist.')
      try {
        return send(reply, await source.tile(z!, x!, y!))
      } catch (error) {
        log.warn('a tile could not be had', { layer: id, z, y, x, error: sentenceOf(error) })
        return reply.code(502).header('Cache-Control', 'no-store').send()
      }
    },
  )
  return {
    ops: [
      handle(getBaseLayers, async () =>
        BASE_LAYERS.map((id) => describe(id, upstream.get(slugOf(id))?.layer)),
      ),
    ],
    close: async () => {
      for (const archive of archives.values()) await archive.close()
    },
  }
}

const slugOf = (id: string) => id.toLowerCase().replace(' ', '-')
const isTile = (z: number, x: number, y: number) =>
  [z, x, y].every(Number.isInteger) && z >= 0 && z <= MAX_ZOOM && x >= 0 && y >= 0 && x < 2 ** z && y < 2 ** z

function send(reply: FastifyReply, tile: Tile | null) {
  void reply.header('Cache-Control', `public, max-age=${DAY_S}`)
  return tile === null ? reply.code(204).send() : reply.type(tile.type).send(Buffer.from(tile.bytes))
}

function describe(id: BaseLayer['id'], layer: UpstreamLayer | undefined): BaseLayer {
  const builtIn = [...new Set(ARCHIVES.map((one) => one.attribution))].join(', ')
  return layer === undefined
    ? { id, label: id, kind: 'builtin', tiles: null, tile_size: 512, max_zoom: 18, attribution: builtIn }
    : {
        id,
        label: id,
        kind: 'raster',
        tiles: `/tiles/${slugOf(id)}/{z}/{y}/{x}`,
        tile_size: layer.tileSize,
        max_zoom: layer.maxZoom,
        attribution: layer.attribution,
      }
}
