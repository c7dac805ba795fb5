/** The browser's own addresses, spelled as the specification spells them. */
export const pages = {
  home: "/",
  contact: "/contact",
  surveys: "/surveyPage",
  survey: "/surveyPage/:id",
  dashboard: "/dashBroad",
  becomePro: "/proUser",
  login: "/loginPage",
  register: "/registerPage",
  profile: "/profile",
  forgotPassword: "/forgotPassword",
  resetPassword: "/resetPassword",
  verifyEmail: "/verifyEmail",
  socialPopup: "/socialPopup",
} as const;
