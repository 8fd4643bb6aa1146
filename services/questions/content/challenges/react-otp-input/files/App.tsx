import { useState } from 'react'
import { OtpInput } from './otp-input'
import './styles.css'

export default function App() {
  const [code, setCode] = useState('')

  return (
    <main>
      <h1>Sign in</h1>
      <OtpInput label="Code from your authenticator app" onComplete={setCode} />
      <p>{code === '' ? 'Not complete yet' : `Complete: ${code}`}</p>
    </main>
  )
}
