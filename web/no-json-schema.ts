import type { Plugin } from 'vite'

/**
 * Leaves the JSON Schema writers of zod out of the bundles: every schema names them as methods, so no bundler sees that
 * no screen calls one.
 */
export function noJsonSchema(): Plugin {
  return {
    name: 'no-json-schema',
    apply: 'build',
    transform(code, id) {
      if (!/\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)) return null
      const names = this.parse(code).body.flatMap((node) => {
        if (node.type !== 'ExportNamedDeclaration') return []
        const { declaration, specifiers } = node
        if (declaration?.type === 'FunctionDeclaration')
          return declaration.id === null ? [] : [declaration.id.name]
        if (declaration?.type === 'VariableDeclaration')
          return declaration.declarations.flatMap(({ id: of }) => (of.type === 'Identifier' ? [of.name] : []))
        return specifiers.flatMap(({ exported }) => (exported.type === 'Identifier' ? [exported.name] : []))
      })
      return { code: names.map((name) => `export const ${name} = () => undefined\n`).join(''), map: null }
    },
  }
}
