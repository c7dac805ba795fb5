import type { Testimonial } from "../../contract/first-view.ts";

/** What the demo's people say. A real site has its own in `web/public/testimonial.json`. */
export const testimonials: Testimonial[] = [
  {
    name: "Siti Rahmawati",
    feedback:
      "I bring one survey a week to my class. We vote first, then we read the comments together, and quite often somebody changes sides. I could not have planned a better lesson.",
    date: "2026-03-18",
    image: "/avatars/05.svg",
  },
  {
    name: "Samuel Boateng",
    feedback:
      "My first survey was sent back with a kind note: I had asked two things at once. I split it, and the answers were suddenly worth reading. I have written better questions ever since.",
    date: "2025-11-04",
    image: "/avatars/14.svg",
  },
  {
    name: "Margaret Ashdown",
    feedback:
      "At my age one is rarely asked for an opinion, and even more rarely answered. Here I get both, usually before my tea is cold.",
    date: "2024-06-27",
    image: "/avatars/13.svg",
  },
  {
    name: "Gurdeep Sandhu",
    feedback:
      "Two minutes on my break, one vote, done. I became a pro user because of the bus survey. I had a few things to say about buses.",
    date: "2026-07-09",
    image: "/avatars/06.svg",
  },
  {
    name: "Camila Ferreyra",
    feedback:
      "People here disagree with me all the time and I have never once felt attacked. I don't know another place on the internet where I could say that.",
    date: "2025-02-15",
    image: "/avatars/17.svg",
  },
  {
    name: "Arjun Mehta",
    feedback:
      "One clear question, yes or no, and the result right in front of me. I only wanted to try it out and have answered thirty by now.",
    date: "2023-09-30",
    image: "/avatars/16.svg",
  },
];
