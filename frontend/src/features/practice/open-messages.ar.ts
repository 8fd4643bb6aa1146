export const open = {
  ownAnswer: 'إجابتك',
  hint: 'أجب بصوت عالٍ أو كتابةً. ما تكتبه يبقى على هذا الجهاز.',
  reveal: 'اعرض الإجابة النموذجية',
  model: 'الإجابة النموذجية',
  checklist: 'حدّد كل نقطة تغطيها إجابتك',
  covered: (covered: string, of: string) => `غطّيت ${covered} من ${of} نقاط`,
  assessment: 'ما مدى قربك من الإجابة؟',
  suggested: 'اختيار بحسب النقاط التي حددتها. غيّره إن رأيت غير ذلك.',
  gotIt: 'عرفتها',
  notYet: 'ليس بعد',
  save: 'احفظ النتيجة',
}
