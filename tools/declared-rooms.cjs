// The rooms of the server and the rooms each uses, as their declarations say; server/src/rooms.test.ts compares with what runs.
const { readFileSync, readdirSync } = require('node:fs')
const path = require('node:path')

const ROOMS = path.resolve(__dirname, '../server/src/rooms')
const DECLARATION = /= room\(\{\s*name: '([\w-]+)',\s*uses: \{([^}]*)\}/

/** `portCalls` of code is the room `port-calls`. */
const roomNamed = (key) => key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Names of rooms, each with the names of those it uses. */
exports.declaredRooms = () =>
  Object.fromEntries(
    readdirSync(ROOMS, { recursive: true })
      .filter((file) => /^[^/]+\/[^/]+\/room\.ts$/.test(file))
      .toSorted((a, b) => (a < b ? -1 : 1))
      .map((file) => {
        const [, name, uses] = DECLARATION.exec(readFileSync(path.join(ROOMS, file), 'utf8')) ?? []
        const folder = path.basename(path.dirname(file))
        if (name !== folder) throw new Error(`server/src/rooms/${file} declares no room ${folder}`)
        const keys = uses.split(',').map((one) => one.trim())
        return [name, keys.filter((key) => key !== '').map(roomNamed)]
      }),
  )
