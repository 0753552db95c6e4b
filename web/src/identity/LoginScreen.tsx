import { Themed } from '../kit/Themed.tsx'
import { useSession } from '../wire/session.ts'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'
import { LoginForm } from './LoginForm.tsx'
import './login.css'

/** Who has signed in with a default password chooses another one before seeing anything. */
export function Component() {
  const mustChange = useSession((state) => state.user?.isDefaultPassword === true)
  return (
    <Themed>
      <main className="login">
        <div className="login-box">
          <div className="login-head">
            <img src="/logo.svg" width={50} height={50} alt="" />
            <div>
              <h1>Samudra</h1>
              <p>{mustChange ? 'Choose a new password' : 'Log in to keep the watch'}</p>
            </div>
          </div>
          {mustChange ? <ChangePasswordForm /> : <LoginForm />}
        </div>
        <a className="login-back" href="/">
          Back to the start page
        </a>
      </main>
    </Themed>
  )
}
