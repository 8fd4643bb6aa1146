import { create } from 'zustand'

interface SignInPrompt {
  open: boolean
  /** Opens the sign-up form instead. */
  joining: boolean
  /** An account was just created here: its onboarding is offered once. */
  joined: boolean
  onSuccess: (() => void) | undefined
  ask: (onSuccess?: () => void) => void
  openSignUp: () => void
  close: () => void
  setJoined: (joined: boolean) => void
}

/** Lets any page ask for a sign-in without importing the dialog, and continue its action afterwards. */
export const useSignInPrompt = create<SignInPrompt>((set) => ({
  open: false,
  joining: false,
  joined: false,
  onSuccess: undefined,
  ask: (onSuccess) => set({ open: true, joining: false, onSuccess }),
  openSignUp: () => set({ open: true, joining: true, onSuccess: undefined }),
  setJoined: (joined) => set({ joined }),
  close: () => set({ open: false, onSuccess: undefined }),
}))
