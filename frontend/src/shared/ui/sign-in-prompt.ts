import { create } from 'zustand'

interface SignInPrompt {
  open: boolean
  onSuccess: (() => void) | undefined
  ask: (onSuccess?: () => void) => void
  close: () => void
}

/** Lets any page ask for a sign-in without knowing the dialog, and go on with what it was doing afterwards. */
export const useSignInPrompt = create<SignInPrompt>((set) => ({
  open: false,
  onSuccess: undefined,
  ask: (onSuccess) => set({ open: true, onSuccess }),
  close: () => set({ open: false, onSuccess: undefined }),
}))
