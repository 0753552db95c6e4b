import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { later } from '../../../../kit/pages/later.tsx'
import { Themed } from '../../../../kit/theme/Themed.tsx'
import { useSession } from '../../../../wire/session.ts'
import { takeWanted } from '../../../../wire/wanted.ts'
import { logOut } from './log-out.ts'
import { LoginForm } from './LoginForm.tsx'
import '../account/account.css'
import './login.css'

const SecondFactorPanel = later(() =>
  import('../account/SecondFactorPanel.tsx').then((code) => code.SecondFactorPanel),
)
const ChangePasswordForm = later(() =>
  import('../account/ChangePasswordForm.tsx').then((code) => code.ChangePasswordForm),
)

/** Start of a session, unless the user wanted to go elsewhere. */
const START = '/home/main/map'
type Step = 'login' | 'password' | 'factor' | 'in'
const WORDS: Record<Step, string> = {
  login: 'Log in to Samudra',
  password: 'Set your own password',
  factor: 'Set up a second factor',
  in: 'You are logged in',
}

/** Login, and what must be done before the first screen: a password of one's own, a second factor where required. */
export function Component() {
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: 1 } } }))
  const user = useSession((state) => state.user)
  const navigate = useNavigate()
  const [wasHeld] = useState(user !== null && !user.isDefaultPassword && !user.mustAddSecondFactor)
  const step: Step =
    user === null ? 'login' : user.isDefaultPassword ? 'password' : user.mustAddSecondFactor ? 'factor' : 'in'
  const query = useSearchParams()[0].get('to')
  const to = useRef<string | null>(null)
  useEffect(() => {
    if (step !== 'in' || wasHeld || user === null) return
    const goal = to.current ?? takeWanted(user.id, query) ?? START
    to.current = goal
    void navigate(goal, { replace: true })
  }, [step, wasHeld, user, query, navigate])
  return (
    <Themed>
      <QueryClientProvider client={queries}>
        <main className="login">
          <div className="login-box" data-wide={step === 'factor' || step === 'password'}>
            <div className="login-head">
              <img src="/logo.svg" width={50} height={50} alt="" />
              <div>
                <h1>Samudra</h1>
                <p>{WORDS[step]}</p>
              </div>
            </div>
            {step === 'login' && <LoginForm />}
            {step === 'password' && <ChangePasswordForm onDone={() => undefined} />}
            {step === 'factor' && <SecondFactorPanel />}
            {step === 'in' && wasHeld && <AlreadyIn />}
          </div>
          {step === 'login' ? (
            <a className="login-back" href="/">
              Back to start page
            </a>
          ) : (
            <button type="button" className="link-button" onClick={() => void logOut()}>
              Log in as another user
            </button>
          )}
        </main>
      </QueryClientProvider>
    </Themed>
  )
}

/** Informs a user who opened an administrator's screen without being one, and shows the way back. */
function AlreadyIn() {
  return (
    <div className="login-form">
      <p className="account-note">
        The screen you opened is for administrators only. You are still logged in.
      </p>
      <a className="login-on" href={START}>
        Go to the map
      </a>
    </div>
  )
}
