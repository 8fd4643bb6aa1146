import { useState } from 'react'
import { type Account, SignUpWizard } from './sign-up-wizard'
import './styles.css'

export default function App() {
  const [attempts, setAttempts] = useState(0)

  /** The first attempt fails, as on a bad connection. */
  async function createAccount(_account: Account) {
    await new Promise((done) => setTimeout(done, 1_000))
    setAttempts(attempts + 1)
    if (attempts === 0) throw new Error('The network is down')
  }

  return (
    <main>
      <h1>Sign up</h1>
      <SignUpWizard onSubmit={createAccount} />
    </main>
  )
}
