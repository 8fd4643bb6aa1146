import { type FormEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

export interface Account {
  email: string
  password: string
  name: string
  newsletter: boolean
}

export interface SignUpWizardProps {
  onSubmit: (account: Account) => Promise<void>
}

type Errors = Partial<Record<keyof Account, string>>

interface Step {
  title: string
  validate: (account: Account) => Errors
}

const steps: readonly Step[] = [
  {
    title: 'Account',
    validate: ({ email, password }) => ({
      ...(!/^\S+@\S+$/.test(email) && { email: 'Enter an email address' }),
      ...(password.length < 8 && { password: 'Use at least 8 characters' }),
    }),
  },
  {
    title: 'Profile',
    validate: ({ name }): Errors => (name.trim() === '' ? { name: 'Enter your name' } : {}),
  },
  { title: 'Review', validate: () => ({}) },
]

export function SignUpWizard({ onSubmit }: SignUpWizardProps) {
  const [account, setAccount] = useState<Account>({ email: '', password: '', name: '', newsletter: false })
  const [step, setStep] = useState(0)
  const [errors, setErrors] = useState<Errors>({})
  const [status, setStatus] = useState<'editing' | 'sending' | 'failed' | 'done'>('editing')
  const heading = useRef<HTMLHeadingElement>(null)

  function change(name: keyof Account, value: string | boolean) {
    setAccount({ ...account, [name]: value })
    setErrors({})
  }

  function goTo(step: number) {
    flushSync(() => {
      setStep(step)
      setErrors({})
      setStatus('editing')
    })
    heading.current?.focus()
  }

  function next(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const found = steps[step].validate(account)
    const [invalid] = Object.keys(found)
    if (invalid !== undefined) {
      setErrors(found)
      const field = event.currentTarget.elements.namedItem(invalid)
      if (field instanceof HTMLElement) field.focus()
    } else if (step < steps.length - 1) goTo(step + 1)
    else send()
  }

  async function send() {
    setStatus('sending')
    try {
      await onSubmit({ ...account, name: account.name.trim() })
      setStatus('done')
    } catch {
      setStatus('failed')
    }
  }

  if (status === 'done') return <p role="status">Account created</p>

  const field = (name: 'email' | 'password' | 'name') => ({
    name,
    value: account[name],
    error: errors[name],
    onChange: (value: string) => change(name, value),
  })
  return (
    <form noValidate onSubmit={next}>
      <h2 ref={heading} tabIndex={-1}>{`Step ${step + 1} of ${steps.length}: ${steps[step].title}`}</h2>
      {step === 0 && (
        <>
          <Field label="Email" type="email" {...field('email')} />
          <Field label="Password" type="password" {...field('password')} />
        </>
      )}
      {step === 1 && (
        <>
          <Field label="Name" type="text" {...field('name')} />
          <label>
            <input
              type="checkbox"
              checked={account.newsletter}
              onChange={(event) => change('newsletter', event.target.checked)}
            />
            Send me the newsletter
          </label>
        </>
      )}
      {step === 2 && (
        <dl>
          <dt>Email</dt>
          <dd>{account.email}</dd>
          <dt>Name</dt>
          <dd>{account.name.trim()}</dd>
          <dt>Newsletter</dt>
          <dd>{account.newsletter ? 'Yes' : 'No'}</dd>
        </dl>
      )}
      {status === 'failed' && <p role="alert">Your account couldn’t be created. Try again.</p>}
      {step > 0 && (
        <button type="button" disabled={status === 'sending'} onClick={() => goTo(step - 1)}>
          Back
        </button>
      )}
      <button disabled={status === 'sending'}>{step === 2 ? 'Create account' : 'Next'}</button>
    </form>
  )
}

interface FieldProps {
  label: string
  type: string
  name: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function Field({ label, type, name, value, error, onChange }: FieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        name={name}
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-error`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-error`}>{error}</p>
    </div>
  )
}
