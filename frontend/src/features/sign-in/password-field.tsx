import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useMessages } from '../../shared/i18n/locale.ts'
import { TextField } from '../../shared/ui/fields.tsx'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import styles from './sign-in.module.css'

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
