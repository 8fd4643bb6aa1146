import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import styles from './button.module.css'
import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'plain' | 'ghost' | 'danger'

interface Look {
  variant?: ButtonVariant
  size?: 'normal' | 'small'
}

/** `pending` keeps the button where it is, and focused, while its action runs; presses meanwhile do nothing. */
export function Button({
  variant = 'plain',
  size = 'normal',
  pending = false,
  className,
  onClick,
  ...props
}: ComponentProps<'button'> & Look & { pending?: boolean }) {
  return (
    <button
      type="button"
      {...props}
      className={classNames(styles.button, styles[variant], styles[size], className)}
      aria-disabled={pending || props.disabled || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
    />
  )
}

/** A link that looks like a button: it goes somewhere, so it is a link. */
export function ButtonLink({
  variant = 'plain',
  size = 'normal',
  className,
  ...props
}: ComponentProps<typeof Link> & Look) {
  return <Link {...props} className={classNames(styles.button, styles[variant], styles[size], className)} />
}
