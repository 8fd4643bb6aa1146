import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useMessages } from '../i18n/locale.ts'
import { IconButton } from './button.tsx'
import { TextField } from './fields.tsx'
import styles from './password-field.module.css'

export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type'>) {
  const { signIn } = useMessages()
  const [shown, setShown] = useState(false)
  return (
    <div className={styles.password}>
      <TextField {...props} type={shown ? 'text' : 'password'} dir="ltr" />
      <IconButton
        icon={shown ? EyeOff : Eye}
        label={shown ? signIn.hidePassword : signIn.showPassword}
        aria-pressed={shown}
        disabled={props.disabled}
        onClick={() => setShown(!shown)}
      />
    </div>
  )
}
