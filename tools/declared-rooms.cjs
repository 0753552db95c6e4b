// The rooms of the server and the rooms each uses, as their declarations say; server/src/rooms.test.ts compares with what runs.
const { readFileSync, readdirSync, existsSync } = require('node:fs')
const path = require('node:path')

const SERVER = path.resolve(__dirname, '../server/src')
const DECLARATION = /= room\(\{\s*name: '([\w-]+)',\s*uses: \{([^}]*)\}/

/** Names of rooms, each with the names of those it uses. */
exports.declaredRooms = () =>
  Object.fromEntries(
    readdirSync(SERVER)
      .filter((name) => existsSync(path.join(SERVER, name, 'room.ts')))
      .map((folder) => {
        const [, name, uses] =
          DECLARATION.exec(readFileSync(path.join(SERVER, folder, 'room.ts'), 'utf8')) ?? []
        if (name !== folder) throw new Error(`server/src/${folder}/room.ts declares no room ${folder}`)
        const keys = uses.split(',').map((one) => one.split(':')[0].replaceAll(/['\s]/g, ''))
        return [name, keys.filter((key) => key !== '')]
      }),
  )
