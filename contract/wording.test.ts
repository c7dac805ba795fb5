import { expect, it } from "vitest";
import { DIALOG_WIDTH, wording } from "./wording.ts";

// Copied from the specification by hand: if this fails, the wording is wrong, not the test.
it("is the specification's, to the letter", () => {
  expect(wording).toEqual({
    siteTitle: "Survey Website",
    nav: {
      home: "Home",
      contact: "Contact",
      surveys: "Survey Page",
      dashboard: "DashBroad",
      becomePro: "Become pro user",
      login: "Login",
      loginOrRegister: "Login/Register",
      logout: "Logout",
      proBadge: "Pro",
    },
    fields: { name: "Name", photoUrl: "Photo Url", email: "Email", password: "Password" },
    required: {
      email: "Email Field is required",
      password: "Password Field is required",
      displayName: "Display name Field is required",
      photoUrl: "Photo Url Field is required",
    },
    register: "Register",
    seeMore: "See more",
    alerts: {
      loggedIn: "login successfully",
      userCreated: "Create user successfully",
      loggedOut: "Logout successfully!",
      voted: "Successfully added",
      alreadyVoted: { title: "Already added item", text: "You already survey this item" },
      commented: "Comment added",
    },
    landing: {
      explore: "Explore Surveys",
      howItWorks: "How it work",
      faq: "Faq",
      faqSubheading: "Why you choose us?",
      questionsAsked: "questions asked.",
    },
    errorPage: "this is error page",
  });
  expect(DIALOG_WIDTH).toBe(478);
});
