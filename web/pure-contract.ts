import type { Plugin } from 'vite'

/**
 * Marks constants of the contract as free of side effects, which no bundler can see of a call. Thus only the used
 * parts of each file are shipped: a worker that takes a name takes no schemas with it.
 */
export function pureContract(): Plugin {
  return {
    name: 'pure-contract',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!/\/contract\/src\/[^?]+\.ts$/.test(id)) return null
      let written = code
      const inits = this.parse(code).body.flatMap((node) => {
        const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node
        return declared?.type === 'VariableDeclaration' ? declared.declarations.map(({ init }) => init) : []
      })
      for (const init of inits.toReversed()) {
        if (init == null || !/Call|New|Object|Array|TSAs|Member/.test(init.type)) continue
        const { start, end } = init
        written = `${written.slice(0, start)}/* @__PURE__ */ (() => (${written.slice(start, end)}))()${written.slice(end)}`
      }
      return { code: written, map: null }
    },
  }
}
