export interface Account {
  email: string
  password: string
  name: string
  newsletter: boolean
}

export interface SignUpWizardProps {
  onSubmit: (account: Account) => Promise<void>
}

export function SignUpWizard({ onSubmit }: SignUpWizardProps) {
  return (
    <form noValidate>
      <h2>Step 1 of 3: Account</h2>
    </form>
  )
}
