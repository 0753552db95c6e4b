import type { EvaluatedRule } from '@samudra/contract/rules'
import type { Objects } from '../../../../platform/kernel/objects/objects.ts'
import type { Send } from '../../../../platform/kernel/http/send.ts'
import type { WeatherInterface } from '../../../chart/weather/room.ts'
import { haveReadAgain } from '../detectors/down.ts'
import type { RuleBody } from '../rule.ts'
import { layersOf } from '../evaluation/world.ts'

type Needs = { rules: Objects<RuleBody>; send: Send; weather: Pick<WeatherInterface, 'whyUnknown'> }
const needsWeather = (rule: EvaluatedRule) => layersOf([rule]).length > 0

/** Lack of weather data: active rules that need them state so as long as it lasts. */
export class UnknownWeather {
  readonly #needs: Needs
  #why = ''

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Checks if the weather is known, and makes screens reload rules that this limits. */
  look(): void {
    const why = this.#needs.weather.whyUnknown()
    if (why === this.#why) return
    this.#why = why
    haveReadAgain(this.#needs, needsWeather)
  }

  /** Why a rule finds nothing by the weather just now; empty where it may. */
  keepBack(rule: EvaluatedRule): string {
    return needsWeather(rule) ? this.#needs.weather.whyUnknown() : ''
  }
}
