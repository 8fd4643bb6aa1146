import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'

export interface OtpInputProps {
  label: string
  length?: number
  onComplete: (code: string) => void
}

export function OtpInput({ label, length = 6, onComplete }: OtpInputProps) {
  const [digits, setDigits] = useState<readonly string[]>(Array(length).fill(''))
  const fields = useRef<(HTMLInputElement | null)[]>([])

  const focus = (index: number) => fields.current[index]?.focus()

  function update(changed: readonly string[]) {
    setDigits(changed)
    if (!changed.includes('')) onComplete(changed.join(''))
  }

  function onKeyDown(event: KeyboardEvent, index: number) {
    if (event.key === 'ArrowLeft') focus(index - 1)
    if (event.key === 'ArrowRight') focus(index + 1)
    if (event.key === 'Backspace') {
      const target = digits[index] === '' ? Math.max(index - 1, 0) : index
      update(digits.with(target, ''))
      focus(target)
    }
    if (/^\d$/.test(event.key)) {
      event.preventDefault()
      update(digits.with(index, event.key))
      focus(index + 1)
    }
  }

  function onPaste(event: ClipboardEvent) {
    event.preventDefault()
    const pasted = event.clipboardData.getData('text').replace(/\D/g, '').slice(0, length)
    update(digits.map((_, index) => pasted[index] ?? ''))
    focus(Math.min(pasted.length, length - 1))
  }

  return (
    <fieldset>
      <legend>{label}</legend>
      {digits.map((digit, index) => (
        <input
          key={index}
          ref={(element) => {
            fields.current[index] = element
          }}
          aria-label={`Digit ${index + 1}`}
          inputMode="numeric"
          autoComplete={index === 0 ? 'one-time-code' : 'off'}
          value={digit}
          onChange={() => {}}
          onKeyDown={(event) => onKeyDown(event, index)}
          onPaste={onPaste}
        />
      ))}
    </fieldset>
  )
}
