import { builtinEnvironments, type Environment } from 'vitest/runtime'

/** Parts of Node that calls are made with: those of the DOM open a connection for every call and log each refusal. */
const OF_NODE = ['fetch', 'Request', 'Response', 'Headers', 'AbortController', 'AbortSignal'] as const

/** DOM of component tests: happy-dom, with the network of Node. */
export default {
  ...builtinEnvironments['happy-dom'],
  name: 'dom',
  setup: async (global, options) => {
    const ours = global as Record<string, unknown>
    const saved = OF_NODE.map((name) => [name, ours[name]] as const)
    const made = await builtinEnvironments['happy-dom'].setup(global, options)
    for (const [name, value] of saved) ours[name] = value
    return made
  },
} satisfies Environment
