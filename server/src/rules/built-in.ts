import type { EvaluatedRule } from '@samudra/contract/rules'

/** Rules that the product brings, which everybody sees; made anew, as another array, when a threshold of theirs changes. */
export class BuiltIn {
  #rules: readonly EvaluatedRule[] = []

  all(): readonly EvaluatedRule[] {
    return this.#rules
  }
  find(id: string): EvaluatedRule | undefined {
    return this.#rules.find((one) => one.id === id)
  }
  /** Evaluates these from now on in the place of those before. */
  put(rules: readonly EvaluatedRule[]): void {
    this.#rules = rules
  }
}
