import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'

export interface Account {
  email: string
  password: string
  name: string
  newsletter: boolean
}

export interface SignUpWizardProps {
  onSubmit: (account: Account) => Promise<void>
}

const titles = ['Account', 'Profile', 'Review']

/** The message of each field that is wrong. */
function messagesOf(step: number, { email, password, name }: Account): Record<string, string> {
  const messages: Record<string, string> = {}
  if (step === 1 && !/^[^\s@]+@[^\s@]+$/.test(email)) messages.email = 'Enter an email address'
  if (step === 1 && password.length <= 7) messages.password = 'Use at least 8 characters'
  if (step === 2 && name === '') messages.name = 'Enter your name'
  return messages
}

export function SignUpWizard({ onSubmit }: SignUpWizardProps) {
  const [account, setAccount] = useState<Account>({ email: '', password: '', name: '', newsletter: false })
  const [position, setPosition] = useState({ step: 1, hasMoved: false })
  const [messages, setMessages] = useState<Record<string, string>>({})
  const [phase, setPhase] = useState('open')
  const heading = useRef<HTMLHeadingElement>(null)
  const { step } = position

  useEffect(() => {
    if (position.hasMoved) heading.current?.focus()
  }, [position])

  function go(to: number) {
    setMessages({})
    setPhase('open')
    setPosition({ step: to, hasMoved: true })
  }

  /** What is in the fields of this step. */
  function read(form: HTMLFormElement): Account {
    const data = new FormData(form)
    if (step === 1) return { ...account, email: String(data.get('email')), password: String(data.get('password')) }
    if (step === 2) return { ...account, name: String(data.get('name')).trim(), newsletter: data.has('newsletter') }
    return account
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const changed = read(form)
    const found = messagesOf(step, changed)
    setAccount(changed)
    setMessages(found)
    if (Object.keys(found).length > 0) {
      for (const input of form.querySelectorAll('input')) if (input.name in found) return input.focus()
    }
    if (step < 3) return go(step + 1)
    setPhase('busy')
    try {
      await onSubmit(changed)
      setPhase('finished')
    } catch {
      setPhase('broken')
    }
  }

  const field = (name: 'email' | 'password' | 'name', label: string, type: string): ReactNode => (
    <p key={name}>
      <label>
        {label}
        <input
          type={type}
          name={name}
          defaultValue={account[name]}
          aria-label={label}
          aria-invalid={name in messages}
          aria-describedby={name in messages ? `${name}-message` : undefined}
          onInput={() => setMessages(({ [name]: _fixed, ...others }) => others)}
        />
      </label>
      {name in messages && <strong id={`${name}-message`}>{messages[name]}</strong>}
    </p>
  )

  if (phase === 'finished') return <output>Account created</output>
  return (
    <form key={step} noValidate onSubmit={submit}>
      <h2 ref={heading} tabIndex={-1}>
        {`Step ${step} of 3: ${titles[step - 1]}`}
      </h2>
      {step === 1 && [field('email', 'Email', 'email'), field('password', 'Password', 'password')]}
      {step === 2 && [
        field('name', 'Name', 'text'),
        <label key="newsletter">
          <input type="checkbox" name="newsletter" defaultChecked={account.newsletter} /> Send me the newsletter
        </label>,
      ]}
      {step === 3 && (
        <dl>
          <dt>Email</dt>
          <dd>{account.email}</dd>
          <dt>Name</dt>
          <dd>{account.name}</dd>
          <dt>Newsletter</dt>
          <dd>{account.newsletter ? 'Yes' : 'No'}</dd>
        </dl>
      )}
      {phase === 'broken' && <div role="alert">Your account couldn’t be created. Try again.</div>}
      <button disabled={phase === 'busy'}>{step < 3 ? 'Next' : 'Create account'}</button>
      {step > 1 && (
        <button
          type="button"
          disabled={phase === 'busy'}
          onClick={(event) => {
            if (event.currentTarget.form) setAccount(read(event.currentTarget.form))
            go(step - 1)
          }}
        >
          Back
        </button>
      )}
    </form>
  )
}
